import { Effect, FileSystem } from 'effect'
import { errorCodeOf } from '#domain/helpers/ErrorCode.ts'
import { Refused } from './Failures.ts'

/** The bytes of a file, unless there are more than this. */
const bytesOf = Effect.fnUntraced(
  function* (path: string, most: number) {
    const files = yield* FileSystem.FileSystem
    const { size } = yield* files.stat(path)
    if (size > BigInt(most)) return yield* new Refused({ reason: `The file ${path} has more than ${most} bytes.` })
    return yield* files.readFile(path)
  },
  (reading, path) =>
    Effect.catchTag(reading, 'PlatformError', ({ reason }) => {
      const code = errorCodeOf(reason.cause) ?? reason._tag
      return new Refused({ reason: `The file ${path} cannot be read (${code}).` })
    }),
)

/** Larger than any file of a key. */
const keyFileBytes = 65_536

export const textOf = (path: string) =>
  Effect.map(bytesOf(path, keyFileBytes), (bytes) => Buffer.from(bytes).toString())
