import { Worker } from 'node:worker_threads'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readCsv, type CsvTable } from './csv-reader.ts'

const limits = { rowsMax: 20_000, columnsMax: 200 }
const utf8 = (text: string) => Buffer.from(text)
const windows1252 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, order: 'le' | 'be', bom = true) => {
  const bytes = Buffer.from((bom ? '\uFEFF' : '') + text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

async function table(bytes: Uint8Array): Promise<CsvTable> {
  const read = await readCsv(bytes, limits)
  if ('fault' in read) throw new Error(read.fault)
  return read
}

const small = 'Name,Town\nZoë,Béziers\n'

test.each([
  ['UTF-8', utf8(small), 'UTF-8'],
  ['UTF-8 with a mark', utf8(`\uFEFF${small}`), 'UTF-8'],
  ['Windows-1252', windows1252(small), 'Windows-1252'],
  ['UTF-16, little end first', utf16(small, 'le'), 'UTF-16'],
  ['UTF-16, big end first', utf16(small, 'be'), 'UTF-16'],
  ['UTF-16 without a mark, little end first', utf16(small, 'le', false), 'UTF-16'],
  ['UTF-16 without a mark, big end first', utf16(small, 'be', false), 'UTF-16'],
])('%s', async (_name, bytes, encoding) => {
  expect(await table(bytes)).toMatchObject({
    encoding,
    columns: ['Name', 'Town'],
    rows: [{ number: 2, cells: ['Zoë', 'Béziers'] }],
  })
})

test('the signs of Windows-1252 that Latin-1 has not', async () => {
  const { rows } = await table(Buffer.from([0x41, 0x2c, 0x42, 0x0a, 0x80, 0x2c, 0x92, 0x73]))
  expect(rows[0]!.cells).toEqual(['€', '’s'])
})

const two = [['1', '2']]
test.each([
  ['commas', 'A,B\n1,2', two],
  ['semicolons', 'A;B\n1;2', two],
  ['tabs', 'A\tB\n1\t2', two],
  ['pipes', 'A|B\n1|2', two],
  ['pipes beside addresses with commas', 'A|B\n1 High St, Leeds|2', [['1 High St, Leeds', '2']]],
  ['a pipe that is named', 'sep=|\nA|B\n1|2', two],
  ['a separator that is named', 'sep=;\nA;B\n1;2', two],
  [
    'semicolons round numbers with commas',
    'A;B\n1,5;2,5\n3,5;4',
    [
      ['1,5', '2,5'],
      ['3,5', '4'],
    ],
  ],
  [
    'semicolons beside addresses with commas',
    'A;B\n1 High St, Leeds, UK;2\n3 Low St;4\n',
    [
      ['1 High St, Leeds, UK', '2'],
      ['3 Low St', '4'],
    ],
  ],
  ['one column', 'A\n1\n2', [['1'], ['2']]],
  ['line ends of Windows', 'A,B\r\n1,2\r\n', two],
  ['line ends of old Macs', 'A,B\r1,2\r', two],
  [
    'line ends that change',
    'A,B\r\n1,2\n3,4\r5,6',
    [
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ],
  ],
  ['quotes', '"A","B"\n"1","2"', two],
  ['a separator in quotes', 'A,B\n"1,5",2', [['1,5', '2']]],
  ['a line break in quotes', 'A,B\n"1\r\n2",3', [['1\r\n2', '3']]],
  ['quotes in quotes', 'A,B\n"say ""ah""",2', [['say "ah"', '2']]],
  ['a quote in the middle', 'A,B\nO"Brien,2\n', [['O"Brien', '2']]],
  ['text behind a closing quote', 'A,B\n"x"y,2\n', [['"x"y', '2']]],
  ['blanks', ' A , B \n 1 , 2 ', two],
  ['blanks that do not break', 'A,B\n\u00A01\u00A0,2', two],
  ['figures kept by a formula', 'A,B\n="0770",2', [['0770', '2']]],
  ['figures kept by a quoted formula', 'A,B\n"=""0770""",2', [['0770', '2']]],
  ['what our own files put before a formula', `A,B\n'+44,'=x`, [['+44', '=x']]],
  ['an apostrophe that is meant', `A,B\n'tHooft,2`, [["'tHooft", '2']]],
  ['cells left out at the end', 'A,B,C\n1', [['1', '', '']]],
  ['empty cells too many', 'A,B\n1,2,,,', two],
  ['cells too many', 'A,B\n1,2,3', [['1', '2', '3']]],
])('%s', async (_name, text, cells) => {
  expect((await table(utf8(text))).rows.map((row) => row.cells)).toEqual(cells)
})

test('rows are numbered as spreadsheets number them, empty ones and those with line breaks too', async () => {
  const { columns, rows } = await table(utf8('List of people\n\nA,B\n1,"2\n2"\n\n,\n3,4\n'))
  expect(columns).toEqual(['A', 'B'])
  expect(rows.map(({ number }) => number)).toEqual([4, 7])
})

test('columns without a name, and of one name, have names of their own', async () => {
  const { columns } = await table(utf8('Phone,,Phone,Phone (2),,\n1,2,3,4,5,6'))
  expect(columns).toEqual(['Phone', 'Column 2', 'Phone (2)', 'Phone (2) (2)'])
})

const row = '1,2\n'
test.each([
  ['nothing', utf8(''), 'empty', null],
  ['a mark and nothing', utf8('\uFEFF'), 'empty', null],
  ['blanks', utf8(' \n\t\n'), 'empty', null],
  ['separators alone', utf8(',,,\n,,,\n'), 'empty', null],
  ['names of columns alone', utf8('A,B\n'), 'no-rows', null],
  ['names of columns and empty rows', utf8('A,B\n,\n\n'), 'no-rows', null],
  ['names of columns without a line end', utf8('A,B'), 'no-rows', null],
  ['a quotation mark at the end', utf8('A,B\n1,"2'), 'quote-not-closed', 2],
  ['a quotation mark in the middle', utf8('A,B\n1,2\n"3,4\n5,6\n'), 'quote-not-closed', 3],
  ['a quotation mark in the first row', utf8('"A,B\n1,2\n'), 'quote-not-closed', 1],
  ['a quotation mark that swallows a long file', utf8(`A,B\n1,"2\n${row.repeat(30_000)}`), 'row-too-long', 2],
  ['a row that is too long', utf8(`A,B\n1,${'x'.repeat(70_000)}\n`), 'row-too-long', 2],
  ['an .xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]), 'workbook', null],
  ['an .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'workbook', null],
  ['a PDF', utf8('%PDF-1.7\n1 0 obj\n'), 'not-text', null],
  [
    'a picture',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d]),
    'not-text',
    null,
  ],
  [
    'bytes without sense',
    Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 97) % 256)),
    'not-text',
    null,
  ],
  ['a nought among letters', utf8('A,B\n1,2\0\n'), 'not-text', null],
  ['a row too many', utf8(`A,B\n${row.repeat(20_001)}`), 'too-many-rows', null],
  ['rows far too many', utf8(`A,B\n${row.repeat(100_000)}`), 'too-many-rows', null],
  ['a column too many', utf8(`${'A,'.repeat(200)}B\n1\n`), 'too-many-columns', 1],
])('%s cannot be read, and why is told', async (_name, bytes, fault, at) => {
  expect(await readCsv(bytes, limits)).toEqual({ fault, row: at })
})

const line = (index: number) =>
  `Ms,First${index},Last${index},14/03/1961,07700 900${index % 1000},someone${index}@example.org,"${index} High Street, Flat 2",AB1 2CD,${'x'.repeat(280)}\n`
const long = () =>
  utf8(`Title,A,B,C,D,E,F,G,Notes\n${Array.from({ length: 20_000 }, (_, index) => line(index)).join('')}`)

/** On a busy machine; what is proved does not hang on how long it takes. */
const timeout_ms_max = 60_000

test(
  'while the longest file is read, others get their turn between its slices',
  { timeout: timeout_ms_max },
  async () => {
    const bytes = long()
    let [turns, reading] = [0, true]
    const others = (async () => {
      for (; reading; turns++) await setImmediate()
    })()
    const { rows } = await table(bytes)
    reading = false
    await others
    expect(rows).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(bytes.length / (128 * 1024))
  },
)

test('the longest file is read within 96 MB', { timeout: timeout_ms_max }, async () => {
  const work = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(workerData.module).then(async ({ readCsv }) => {
      const { rows } = await readCsv(workerData.bytes, workerData.limits)
      parentPort.postMessage(rows.length)
    })`
  const module = new URL('csv-reader.ts', import.meta.url).href
  const worker = new Worker(work, {
    eval: true,
    workerData: { module, bytes: long(), limits },
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  })
  const read = await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  expect(read).toBe(20_000)
  await worker.terminate()
})
