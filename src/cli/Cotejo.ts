import { Command } from 'effect/cli'
import { groupsOf } from './Groups.ts'
import { Json } from './Output.ts'
import { Actor, Reason } from './Recording.ts'

/**
 * The command, as far as a command line may need it.
 *
 * @param words the command line, without the name of the program; without any, the whole command
 */
export const cotejo = async (words: ReadonlyArray<string> = []) =>
  Command.make('cotejo').pipe(
    Command.withDescription("The operator's command. It reads the same settings as the server."),
    Command.withSubcommands(await groupsOf(words)),
    Command.withGlobalFlags([Json, Actor, Reason]),
  )
