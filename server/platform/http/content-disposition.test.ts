import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

it.each([
  ['Whitcombe_Eleanor_46.pdf', 'inline; filename="Whitcombe_Eleanor_46.pdf"'],
  ['Rees_Siân.pdf', `inline; filename="Rees_Sian.pdf"; filename*=UTF-8''Rees_Si%C3%A2n.pdf`],
  ['خان_46.pdf', `inline; filename="-_46.pdf"; filename*=UTF-8''%D8%AE%D8%A7%D9%86_46.pdf`],
  ['a"\r\nx: y.pdf', `inline; filename="a-x-y.pdf"; filename*=UTF-8''a%22%0D%0Ax%3A%20y.pdf`],
  [`o'b(1)*.pdf`, `inline; filename="o-b-1-.pdf"; filename*=UTF-8''o%27b%281%29%2A.pdf`],
])('%s', (name, header) => expect(contentDisposition(name)).toBe(header))

it('says where a file is to be kept rather than shown', () =>
  expect(contentDisposition('a.txt', 'attachment')).toBe('attachment; filename="a.txt"'))
