/** First segments of sources: of devices with a token, and of people on the stream. */
export const sourceSpaces = { device: 'device', stream: 'stream' } as const

/** The display name of a person, device or token: without its namespace. */
export const actorLabel = (name: string): string =>
  name.startsWith(`${sourceSpaces.device}.`) ? name.slice(sourceSpaces.device.length + 1) : name
