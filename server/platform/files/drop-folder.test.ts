import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FileNameTakenError, openDropFolder, type DropFolder } from './drop-folder.ts'

let root: string
let drop: DropFolder
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'candour-drop-'))
  drop = openDropFolder(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const bytes = (text: string) => new TextEncoder().encode(text)
const to = { folder: 'practice', name: 'Whitcombe_46.pdf' }
const collected = () => readdir(path.join(root, 'practice')).catch(() => [])

it('leaves a file whole and under its name, and nothing before', async () => {
  await drop.stage('one.1', bytes('record'))
  expect(await collected()).toEqual([])
  await drop.publish('one.1', to)
  expect(await collected()).toEqual([to.name])
  expect(await readFile(path.join(root, 'practice', to.name), 'utf8')).toBe('record')
})

it('does not leave it a second time once it was collected', async () => {
  await drop.stage('one.1', bytes('record'))
  await drop.publish('one.1', to)
  await rm(path.join(root, 'practice', to.name))
  await drop.publish('one.1', to)
  expect(await collected()).toEqual([])
})

it('does not replace what lies there', async () => {
  await mkdir(path.join(root, 'practice'))
  await writeFile(path.join(root, 'practice', to.name), 'not ours')
  await drop.stage('one.1', bytes('record'))
  await expect(drop.publish('one.1', to)).rejects.toThrow(FileNameTakenError)
  expect(await readFile(path.join(root, 'practice', to.name), 'utf8')).toBe('not ours')
})

it('forgets what is not to be left after all', async () => {
  await drop.stage('one.1', bytes('record'))
  await drop.discard('one.1')
  await drop.discard('one.1')
  await drop.publish('one.1', to)
  expect(await collected()).toEqual([])
  expect(await readdir(path.join(root, '.ready'))).toEqual([])
})

it.each(['../out.pdf', 'a/b.pdf', '.hidden.pdf', '', 'a\0.pdf', 'x'.repeat(251)])(
  'leaves nothing as %j',
  async (name) => {
    await drop.stage('one.1', bytes('record'))
    await expect(drop.publish('one.1', { ...to, name })).rejects.toThrow('name of a file')
    await expect(drop.publish('one.1', { folder: '..', name: to.name })).rejects.toThrow('name of a file')
  },
)
