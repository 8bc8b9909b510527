import { expect, test } from 'vitest'
import { detectEncodingProblem, repairText } from './encoding-repair.ts'

/** As a program shows it that takes UTF-8 for Windows-1252. */
const twice = (text: string) => new TextDecoder('windows-1252').decode(Buffer.from(text))

test.each(['José', 'Müller', 'Zoë', 'Łukasz', 'Nguyễn', 'Şahin', 'O’Brien', 'Đặng', 'Иван', '李'])(
  '%s decoded twice is found and repaired',
  (name) => {
    expect(detectEncodingProblem(['Quill', twice(name)])).toBe('double-encoded')
    expect(repairText(twice(name), 'double-encoded')).toBe(name)
  },
)

test('a last letter whose second byte was cut off as a blank is repaired', () => {
  expect(repairText(twice('Niccolà').trim(), 'double-encoded')).toBe('Niccolà')
})

test.each([
  ['José', [0x4a, 0x6f, 0x73, 0x8e]],
  ['Müller', [0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72]],
  ['Björn', [0x42, 0x6a, 0x9a, 0x72, 0x6e]],
  ['García', [0x47, 0x61, 0x72, 0x63, 0x92, 0x61]],
  ['Zoë', [0x5a, 0x6f, 0x91]],
  ['François', [0x46, 0x72, 0x61, 0x6e, 0x8d, 0x6f, 0x69, 0x73]],
  ['Søren', [0x53, 0xbf, 0x72, 0x65, 0x6e]],
])('%s of an old Mac is repaired', (name, bytes) => {
  const shown = new TextDecoder('windows-1252').decode(Uint8Array.from(bytes))
  expect(repairText(shown, 'mac-roman')).toBe(name)
})

test('a list of an old Mac is found by what no name holds', () => {
  expect(detectEncodingProblem(['JosŽ', 'MŸller', 'Fran\u008dois'])).toBe('mac-roman')
})

test.each([
  ['nothing beyond ASCII', ['Quill', 'Ann']],
  ['names of western Europe', ['José', 'Müller', 'François', 'O’Brien', 'Søren']],
  ['names of Windows-1252 in the middle of Europe', ['Dušan', 'Škoda', 'Žižek', 'Œuvré']],
  ['names in other scripts', ['Иван', '李', 'محمد']],
  ['one name of an odd kind among others', ['Ã‚', 'José', 'Zoë', 'Müller']],
])('%s is left as it is', (_name, cells) => {
  expect(detectEncodingProblem(cells)).toBeNull()
})

test('what is right already stays, beside what is repaired', () => {
  expect(['José', twice('José'), 'Ann'].map((cell) => repairText(cell, 'double-encoded'))).toEqual([
    'José',
    'José',
    'Ann',
  ])
  expect(repairText('Иван', 'mac-roman')).toBe('Иван')
})
