/** Parameters that are already serialized. They are written as they are. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
