/** Whether this process is starting the Postgres that its tests share: the one process that a fast test may start. */
export const sharedServer = { isStarting: false }
