/** The first segment of the family's addresses. */
export const familyWord = 'signalk'

/** The version of the family's server whose interface this door speaks. Apps compare it. */
export const familyVersion = '2.32.0'
