/** The applicant's data. The transaction that writes the verification's end erases them, whatever the end is. */
export interface Subject {
  readonly curp: string
  readonly nombre: string | null
  readonly apellidoPaterno: string | null
  readonly apellidoMaterno: string | null
}
