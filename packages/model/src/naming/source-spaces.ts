/** First segments of sources: of devices with a token, and of people on the stream. */
export const sourceSpaces = { device: 'device', stream: 'stream' } as const
