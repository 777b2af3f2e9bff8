/** One command from beginning to end, for the audit. */
export interface CommandRecord<Command = unknown> {
  readonly device: string
  readonly who: string
  readonly from: string
  readonly asked: unknown
  readonly before: unknown
  /** What the provider was asked; null when nothing was sent. */
  readonly sent: Command | null
  readonly reported: unknown
  readonly outcome: string
  readonly milliseconds: number
}
