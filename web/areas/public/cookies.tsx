import words from '../../../build/content/page.cookies.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/cookies', words)

export default function Cookies() {
  return <TextPage words={words} />
}
