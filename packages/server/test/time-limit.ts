/** Whether absolute times decide. They do in the full form (`MEASURED=full`), on a machine that does nothing else. */
export const isFullForm = process.env['MEASURED'] === 'full'

/** How much longer a wait may be in the short form: more than any stall of a machine, less than a wait that nobody ends. */
const leeway = 10

/**
 * The limit of one wait in milliseconds: the contract's own in the full form, ten times that in the short form, where a busy machine
 * must not decide. What a change makes slower by less is found by the measured trials, beside a control.
 */
export const timeLimit = (contractMs: number): number => (isFullForm ? contractMs : contractMs * leeway)
