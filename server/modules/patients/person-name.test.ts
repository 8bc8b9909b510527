import { describe, expect, it } from 'vitest'
import { parseFullName, normalizeName, titleOf } from './person-name.ts'

describe('a whole name is read', () => {
  it.each([
    ['Whitcombe, Eleanor', '', 'Eleanor', 'Whitcombe'],
    ['Mrs Eleanor Whitcombe', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Eleanor Whitcombe', '', 'Eleanor', 'Whitcombe'],
    ['Dr. Ann van der Berg', 'Dr', 'Ann', 'van der Berg'],
    ['Whitcombe Eleanor Mrs', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Madonna', '', '', 'Madonna'],
    ['WHITCOMBE, Eleanor (Mrs)', 'Mrs', 'Eleanor', 'WHITCOMBE'],
    ['de Souza, Maria', '', 'Maria', 'de Souza'],
    ['Li Wei', '', 'Li', 'Wei'],
    ['Whitcombe,Eleanor', '', 'Eleanor', 'Whitcombe'],
    ['Whitcombe, Mrs Eleanor Jane', 'Mrs', 'Eleanor Jane', 'Whitcombe'],
    ['Whitcombe, Eleanor, Mrs', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Mrs Whitcombe, Eleanor', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['Whitcombe; Eleanor', '', 'Eleanor', 'Whitcombe'],
    ['MRS. ELEANOR WHITCOMBE', 'Mrs', 'ELEANOR', 'WHITCOMBE'],
    ['Eleanor Whitcombe (Mrs)', 'Mrs', 'Eleanor', 'Whitcombe'],
    ['WHITCOMBE Eleanor', '', 'Eleanor', 'WHITCOMBE'],
    ['VAN DER BERG Ann', '', 'Ann', 'VAN DER BERG'],
    ["O'CONNOR Sean Patrick", '', 'Sean Patrick', "O'CONNOR"],
    ['Eleanor WHITCOMBE', '', 'Eleanor', 'WHITCOMBE'],
    ['JP Smith', '', 'JP', 'Smith'],
    ['J. P. Smith', '', 'J. P.', 'Smith'],
    ['Mr. Smith', 'Mr', '', 'Smith'],
    ['Prof. Dr. Hans von Stein', 'Prof Dr', 'Hans', 'von Stein'],
    ['Rev John Green', 'Rev', 'John', 'Green'],
    ['Sir Ian McKay', 'Sir', 'Ian', 'McKay'],
    ['Mx Alex Reed', 'Mx', 'Alex', 'Reed'],
    ['Miss Ana da Silva', 'Miss', 'Ana', 'da Silva'],
    ['Ms Maria De La Cruz', 'Ms', 'Maria', 'De La Cruz'],
    ['van der Berg, Ann', '', 'Ann', 'van der Berg'],
    ['van der Berg Ann Mrs', 'Mrs', 'Ann', 'van der Berg'],
    ['Fiona Mac Donald', '', 'Fiona', 'Mac Donald'],
    ['Sean O Connor', '', 'Sean', 'O Connor'],
    ["Sean O' Connor", '', 'Sean', "O' Connor"],
    ['Mary O. Smith', '', 'Mary O.', 'Smith'],
    ['Mary St. John', '', 'Mary', 'St. John'],
    ['Omar Al Hassan', '', 'Omar', 'Al Hassan'],
    ['Mohammed bin Salman', '', 'Mohammed', 'bin Salman'],
    ['John Ben Smith', '', 'John Ben', 'Smith'],
    ['Van Morrison', '', 'Van', 'Morrison'],
    ['de Souza', '', '', 'de Souza'],
    ['van der Berg', '', '', 'van der Berg'],
    ['John Smith Jr', '', 'John', 'Smith Jr'],
    ['John Smith, Jr', '', 'John', 'Smith Jr'],
    ['Smith, John Jr', '', 'John Jr', 'Smith'],
    ['Eleanor Jane Whitcombe', '', 'Eleanor Jane', 'Whitcombe'],
    ['Eleanor Whitcombe-Smith', '', 'Eleanor', 'Whitcombe-Smith'],
    ['Eleanor Whitcombe - Smith', '', 'Eleanor', 'Whitcombe-Smith'],
    ['Whitcombe-Smith, Eleanor', '', 'Eleanor', 'Whitcombe-Smith'],
    ['Robert (Bob) Smith', '', 'Robert Bob', 'Smith'],
    ['John Lord', '', 'John', 'Lord'],
    ['Lord, John', '', 'John', 'Lord'],
    ['Lady Lord', 'Lady', '', 'Lord'],
    ['Madonna,', '', '', 'Madonna'],
    ['Mrs Madonna', 'Mrs', '', 'Madonna'],
    ['Madonna (Mrs)', 'Mrs', '', 'Madonna'],
    ['محمد علي', '', 'محمد', 'علي'],
    ['山田 太郎', '', '山田', '太郎'],
    ['  Eleanor \t Whitcombe ', '', 'Eleanor', 'Whitcombe'],
  ])('%j', (written, title, firstName, lastName) => {
    expect(parseFullName(written)).toEqual({ title, firstName, lastName })
  })

  it.each(['', ' ', '-', ',', '12', 'Mrs', 'Mr Mrs', '(Dr.)'])('and nobody in %j', (written) => {
    expect(parseFullName(written)).toBeNull()
  })
})

it.each([
  ['', 'Eleanor', 'Whitcombe', '', 'Eleanor', 'Whitcombe'],
  ['Mrs', 'Eleanor', 'Whitcombe', 'Mrs', 'Eleanor', 'Whitcombe'],
  ['', 'Mrs Eleanor', 'Whitcombe', 'Mrs', 'Eleanor', 'Whitcombe'],
  ['Dr', 'Mrs Eleanor', 'Whitcombe', 'Dr', 'Mrs Eleanor', 'Whitcombe'],
  ['', 'Sir', 'Whitcombe', '', 'Sir', 'Whitcombe'],
  ['', 'Madonna', '', '', '', 'Madonna'],
  ['', '', 'Madonna', '', '', 'Madonna'],
  ['Mrs', 'Mary Ann', '', 'Mrs', '', 'Mary Ann'],
  ['', '', 'Whitcombe, Eleanor', '', 'Eleanor', 'Whitcombe'],
  ['Mrs', 'Whitcombe, Eleanor', '', 'Mrs', 'Eleanor', 'Whitcombe'],
  ['', '', '', '', '', ''],
])('the parts %j, %j, %j', (title, first, last, ...right) => {
  const read = normalizeName({ title, firstName: first, lastName: last })
  expect([read.title, read.firstName, read.lastName]).toEqual(right)
})

it.each([
  ['MRS', 'Mrs'],
  ['mr.', 'Mr'],
  ['(Dr.)', 'Dr'],
  ['Revd', 'Revd'],
  ['Eleanor', null],
  ['constructor', null],
])('the title %j', (word, title) => {
  expect(titleOf(word)).toBe(title)
})
