import { clsx } from 'clsx'

type RichTextProps = {
  /** Only what the server has cleaned: it is put into the page as it is. */
  html: string
  lang?: string | undefined
  dir?: 'ltr' | 'rtl' | 'auto' | undefined
  className?: string | undefined
}

/** Formatted wording, in whichever direction its language runs unless that is said. */
export function RichText({ html, lang, dir = 'auto', className }: RichTextProps) {
  return (
    <div
      dir={dir}
      lang={lang}
      className={clsx('rich-text', className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
