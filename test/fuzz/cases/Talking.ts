import type { Lane } from '#test/fuzz/Lane.ts'
import { type Case, caseOf } from './Case.ts'
import { Conversation } from './Conversation.ts'

/** A case that is one conversation, left at its end. */
export const talking = (label: string, play: (conversation: Conversation, lane: Lane) => Promise<void>): Case =>
  caseOf([label], async (lane) => {
    const conversation = new Conversation(lane, label)
    try {
      await play(conversation, lane)
    } finally {
      conversation.leave()
    }
  })
