/** The path at which the server publishes the newest call with its receipts. */
export const alertCallPath = 'communication.alertCall'
/** The path of the alert that a test raises. */
export const testAlarmPath = 'notifications.crew.alarmTest'
