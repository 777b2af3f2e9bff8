import type { JSX } from 'preact'
import { BowButton } from '#screens/anchor/bow-button.tsx'
import { DistanceBar } from './distance-bar.tsx'
import { FigureTile, type FigureName } from '#screens/anchor/figure-tiles.tsx'
import { Problem, Undo } from '#screens/anchor/notices.tsx'
import { Status } from '#screens/anchor/status.tsx'
import { AlarmDeviceList } from '#screens/anchor/alarm-device-list.tsx'
import { Extend, MoveButton, RadiusRow, RaiseButton } from './watch-controls.tsx'
import { WatchDrawing } from './watch-drawing.tsx'

const figures: readonly FigureName[] = ['bearing', 'depth', 'rode', 'scope', 'wind']

/** The anchor is down: position of the boat, alarm devices and controls. */
export const WatchView = (): JSX.Element => {
  return (
    <>
      <WatchDrawing>
        <BowButton />
      </WatchDrawing>
      <div class="anchor-panel" data-testid="anchor-watch">
        <Status />
        <DistanceBar />
        <div class="anchor-figures">
          {figures.map((name) => (
            <FigureTile key={name} name={name} />
          ))}
        </div>
        <AlarmDeviceList />
        <Problem />
        <Undo />
        <RadiusRow />
        <div class="anchor-actions">
          <MoveButton />
          <Extend />
          <RaiseButton />
        </div>
      </div>
    </>
  )
}
