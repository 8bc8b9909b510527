import { list_count_max } from '../../../contract/limits.ts'

/** How many there are, as far as they were counted: '1,000+' where counting stopped. */
export const formatCount = (count: number): string =>
  `${count.toLocaleString('en-GB')}${count >= list_count_max ? '+' : ''}`
