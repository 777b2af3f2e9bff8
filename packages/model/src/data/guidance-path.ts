/** The path of the own vessel at which the server publishes the guidance. */
export const courseGuidancePath = 'navigation.courseGreatCircle.guidance'
/** The source of everything that the server publishes about the course. */
export const courseSource = 'course'
