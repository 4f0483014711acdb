import { query } from '#tools/postgres/postgres.ts'

const settings = {
  log_statement: 'all',
  log_min_messages: 'warning',
  log_min_error_statement: 'error',
  log_error_verbosity: 'verbose',
  log_parameter_max_length: '-1',
  log_parameter_max_length_on_error: '-1',
  log_temp_files: '0',
  work_mem: '64kB',
}

/** Has a server log every statement with its parameters, errors with all they have, and its temporary files, of which it makes many. */
export const makeTalkative = async (url: string): Promise<void> => {
  for (const [name, value] of Object.entries(settings)) {
    await query(url, `ALTER DATABASE postgres SET ${name} = '${value}'`)
  }
}
