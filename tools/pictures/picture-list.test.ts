import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import words from '../../build/content/page.product-pictures.json' with { type: 'json' }
import { large_scale, listFile, pictureFolder, scriptHash, type PictureList } from './picture-list.ts'

const kilobyte = 1024
const picture_bytes_max = 80 * kilobyte
const all_bytes_max = 1536 * kilobyte

const { script, pictures } = JSON.parse(readFileSync(listFile, 'utf8')) as PictureList
const files = readdirSync(pictureFolder).filter((name) => name.endsWith('.webp'))
const read = (name: string) => readFileSync(path.join(pictureFolder, name))

/** Width and height of a WebP of the extended kind, whose head states each less one in three bytes. */
function sizeOf(file: Buffer): [number, number] {
  expect(file.subarray(8, 16).toString('latin1')).toBe('WEBPVP8X')
  return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1]
}

/** The public pages and their words, where a picture is shown by its name in quotes. */
function shownIn(): string {
  const folders = ['web/areas/public', 'content/pages'].map((folder) =>
    path.join(import.meta.dirname, '../..', folder),
  )
  return folders
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => /\.(tsx|json)$/.test(file) && !file.endsWith('product-pictures.json'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
}

test('the pictures are those that the script takes now: after a change to it, run `npm run pictures`', () => {
  expect(script).toBe(scriptHash())
})

test('every picture has words, both its files and the size that is stated, and nothing else is there', () => {
  const names = pictures.map(({ name }) => name)
  expect(Object.keys(words).toSorted()).toEqual(names)
  expect(files.toSorted()).toEqual(names.flatMap((name) => [`${name}-large.webp`, `${name}.webp`]).toSorted())
  for (const { name, width, height } of pictures) {
    expect(sizeOf(read(`${name}.webp`)), name).toEqual([width, height])
    expect(sizeOf(read(`${name}-large.webp`)), name).toEqual([large_scale * width, large_scale * height])
  }
})

test('the words say what is seen to somebody who does not see it, in a sentence or two', () => {
  for (const [name, text] of Object.entries(words)) {
    expect(text.length, name).toBeGreaterThan(50)
    expect(text.length, name).toBeLessThan(200)
    expect(text, name).toMatch(/\.$/)
  }
})

test('none is larger than a phone should have to fetch', () => {
  const bytes = files.map((name) => read(name).length)
  expect(Math.max(...bytes)).toBeLessThan(picture_bytes_max)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(all_bytes_max)
})

test('each is shown by a public page', () => {
  const shown = shownIn()
  for (const { name } of pictures) expect(shown, name).toMatch(new RegExp(`["']${name}["']`))
})
