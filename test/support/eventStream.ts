import type { Frame, Verificacion } from '#simulator/console/Frames.ts'

/** The frames that a simulator tells its consoles, one after the other; null at the end of the stream. */
export const listenTo = async (base: string) => {
  const response = await fetch(`${base}/_simulador/eventos`)
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream()).getReader()
  /** As the frames have told so far, by `solicitud_id`. */
  const known = new Map<string, Verificacion>()
  let text = ''
  const next = async (): Promise<Frame | null> => {
    const end = text.indexOf('\n\n')
    if (end !== -1) {
      const frame: Frame = JSON.parse(text.slice('data: '.length, end))
      text = text.slice(end + 2)
      for (const row of frame.verificaciones) known.set(row.solicitud_id, row)
      return frame
    }
    const { done, value } = await reader.read()
    if (done) return null
    text += value
    return next()
  }
  /** The next frame that is so. */
  const until = async (isWanted: (frame: Frame) => boolean): Promise<Frame> => {
    const frame = await next()
    if (frame === null) throw new Error('the stream ended')
    return isWanted(frame) ? frame : until(isWanted)
  }
  return { headers: response.headers, known, next, until, close: () => reader.cancel() }
}
