/** Whether absolute times decide, as in the full form (`MEASURED=full`) on a machine that does nothing else. */
export const isFullForm = process.env['MEASURED'] === 'full'

/** How much longer a wait may be in the short form: longer than any stall of a machine, shorter than endless. */
const leeway = 10

/**
 * The limit of one wait in milliseconds: the limit of the contract in the full form, ten times as long in the short form, in
 * which a busy machine must not decide. The measured trials find smaller slowdowns, against a control.
 */
export const timeLimit = (contractMs: number): number => (isFullForm ? contractMs : contractMs * leeway)
