/** What an emitted verification's document weighs. */
export const webhookBody = (verificationId: string): Buffer =>
  Buffer.from(JSON.stringify({ verificacion_id: verificationId, estado: 'emitida', relleno: 'x'.repeat(3_000) }))
