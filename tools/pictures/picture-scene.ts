import type { Locator, Page } from '@playwright/test'
import type { Device, PictureStage } from './picture-stage.ts'

/** One picture: what has to be done until the page shows it. */
export type PictureScene = {
  name: string
  device: Device
  /** `part`: only this much of the page. */
  show(stage: PictureStage): Promise<{ page: Page; part?: Locator }>
}
