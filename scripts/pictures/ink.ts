export const ink = {
  text: '#1d2733',
  quiet: '#64707d',
  grid: '#e3e7ec',
  frame: '#9aa5b1',
  heading: '#0b5cad',
  target: '#d9730d',
  port: '#c62f2f',
  starboard: '#1f8a4c',
  speed: '#5b3fa0',
  turning: '#eef3f9',
} as const
