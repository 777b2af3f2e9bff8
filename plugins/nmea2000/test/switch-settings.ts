/** Settings for a simulated switch bank: its first two switches can be set. */
export const settingsFor = (
  { port }: { readonly port: number },
  sendsAs?: '127502' | '126208',
): Readonly<Record<string, unknown>> => ({
  sends: true,
  gateways: [{ kind: 'yacht-devices', address: `tcp://127.0.0.1:${port}` }],
  switchBanks: [{ instance: 0, ...(sendsAs && { sendsAs }), switches: [{ number: 1 }, { number: 2 }] }],
})
