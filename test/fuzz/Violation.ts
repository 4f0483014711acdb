/** Something that the service did and may not do. */
export class Violation extends Error {
  override readonly name = 'Violation'
}
