/**
 * The address from which connections of people ashore reach the server, through the plugin that connects the boat to
 * its fleet. It is an address of this machine (127/8), so no other machine can use it; the server does not trust it as
 * it trusts the other ones of this machine.
 */
export const shoreAddress = '127.83.72.79'
