/** Parameters that are JSON already: they are written as they are, instead of being encoded once more. */
export class ReadyJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
