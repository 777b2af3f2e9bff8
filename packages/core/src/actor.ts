/** Who acts, and from where. Every command, change and audit entry has one. */
export interface Actor {
  /** The unique name of the principal. */
  readonly who: string
  /** A network address, or the part of the server that acts. */
  readonly from: string
}
