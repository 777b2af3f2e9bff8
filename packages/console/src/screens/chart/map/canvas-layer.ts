import Layer from 'ol/layer/Layer.js'
import { Frame } from '#screens/chart/geo/frame.ts'

export type Paint = (context: CanvasRenderingContext2D, frame: Frame) => void

/** A layer drawn by our own code: OpenLayers provides the frame and stacks the canvas. */
export const canvasLayer = (paint: Paint, zIndex: number): Layer => {
  const canvas = document.createElement('canvas')
  // Wrapped in an element of its own: OpenLayers would draw the next layer into a bare canvas.
  const holder = document.createElement('div')
  holder.className = 'chart-canvas'
  holder.append(canvas)
  const context = canvas.getContext('2d')
  if (context === null) throw new TypeError('This browser cannot draw')
  return new Layer({
    zIndex,
    render: ({ size: [width = 0, height = 0], pixelRatio, viewState }) => {
      const [right, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
      if (canvas.width !== right || canvas.height !== down) {
        canvas.width = right
        canvas.height = down
      } else context.clearRect(0, 0, right, down)
      const { center, resolution, rotation } = viewState
      const frame = new Frame({
        center: [center[0] ?? 0, center[1] ?? 0],
        resolution,
        rotation,
        width,
        height,
      })
      context.save()
      context.scale(pixelRatio, pixelRatio)
      paint(context, frame)
      context.restore()
      return holder
    },
  })
}
