import { clsx } from 'clsx'

type RichTextProps = {
  /** Only what the server has cleaned: it is put into the page as it is. */
  html: string
  lang?: string | undefined
  /** Where it is known; otherwise as the first letter runs. */
  dir?: 'ltr' | 'rtl' | undefined
  className?: string | undefined
}

/** Formatted wording, in whichever direction its language runs. */
export function RichText({ html, lang, dir, className }: RichTextProps) {
  return (
    <div
      dir={dir ?? 'auto'}
      lang={lang}
      className={clsx('rich-text', className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
