import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Device } from './picture-stage.ts'

/** The pictures that are there, each with its size in pixels of the page, and the script that took them. */
export type PictureList = {
  script: string
  pictures: { name: string; device: Device; width: number; height: number }[]
}

/** How many dots the larger file has for each pixel of the page. */
export const large_scale = 1.5

export const pictureFolder = fileURLToPath(new URL('../../content/screens/', import.meta.url))
export const listFile = path.join(pictureFolder, 'screens.json')

/** Changes with whatever says how a picture is taken. */
export function scriptHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(import.meta.dirname).filter((name) => !name.includes('.test.'))
  for (const name of files.toSorted())
    hash.update(`${name}\n${readFileSync(path.join(import.meta.dirname, name), 'utf8')}\n`)
  return hash.digest('hex').slice(0, 16)
}
