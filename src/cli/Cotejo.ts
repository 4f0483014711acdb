import { Command } from 'effect/cli'
import { groupsOf } from './Groups.ts'
import { Json, Wide } from './Output.ts'
import { Actor, Reason } from './Recording.ts'

/**
 * The command, as far as a command line may need it.
 *
 * @param words the command line, without the name of the program; null for the whole command
 */
export const cotejo = async (words: ReadonlyArray<string> | null = null) =>
  Command.make('cotejo').pipe(
    Command.withDescription("The operator's command. It reads the same settings as the server."),
    Command.withSubcommands(await groupsOf(words)),
    Command.withGlobalFlags([Json, Wide, Actor, Reason]),
  )
