// Layout common to all tar archives: backups, and packages of npm.

export const blockBytes = 512

/** The checksum of a header. The bytes of the checksum itself count as spaces. */
export const checksumOf = (block: Buffer): number =>
  block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

/** A text in a header, which ends at its length or at a zero. */
export const textIn = (block: Buffer, from: number, length: number): string => {
  const bytes = block.subarray(from, from + length)
  const end = bytes.indexOf(0)
  return bytes.subarray(0, end < 0 ? length : end).toString()
}
