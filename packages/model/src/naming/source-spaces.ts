/** First segments of the sources of devices with a token, and of people on the stream. */
export const sourceSpaces = { device: 'device', stream: 'stream' } as const

/** As people read the name of a person, a device or a token: without its name space. */
export const actorLabel = (name: string): string =>
  name.startsWith(`${sourceSpaces.device}.`) ? name.slice(sourceSpaces.device.length + 1) : name
