import { expect, test } from 'vitest'
import { readCsv } from './csv-reader.ts'
import { csvFile } from './csv-writer.ts'

test('no cell is a formula for a spreadsheet, and all of it is read back as it was', async () => {
  const rows = [
    ['=1+1', '+44 7700', '-5', '@x'],
    ['\t=1', 'say "ah"', 'two\nlines', 'Zoë, née O’Brien'],
  ]
  const file = csvFile(['A', 'B', 'C', 'D'], rows)
  const text = file.toString()
  expect(text.startsWith('\uFEFF"A","B","C","D"\r\n')).toBe(true)
  expect(text).not.toMatch(/(^|,)"[=+\-@\t\r]/m)
  const back = await readCsv(file, { rowsMax: 10, columnsMax: 10 })
  expect('rows' in back && back.rows.map(({ cells }) => cells)).toEqual([
    rows[0],
    [expect.stringContaining('=1'), ...rows[1]!.slice(1)],
  ])
})
