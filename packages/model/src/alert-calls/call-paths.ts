/** The path at which the server publishes the newest call with its receipts. */
export const alertCallPath = 'communication.alertCall'
/** The root of the alerts of a drill: they sound aboard, and call nobody elsewhere. */
export const drillAlertRoot = 'notifications.distress.drill'
/** The path of the alert that a test raises. */
export const testAlarmPath = 'notifications.crew.alarmTest'
