/** The person of whom the verification is. Whatever the end, the transaction that writes it erases them. */
export interface Subject {
  readonly curp: string
  readonly nombre: string | null
  readonly apellidoPaterno: string | null
  readonly apellidoMaterno: string | null
}
