/** The size of an emitted verification's document. */
export const webhookBody = (verificationId: string): Buffer =>
  Buffer.from(JSON.stringify({ verificacion_id: verificationId, estado: 'emitida', relleno: 'x'.repeat(3_000) }))
