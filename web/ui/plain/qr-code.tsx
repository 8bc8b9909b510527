import { clsx } from 'clsx'

type QrCodeProps = {
  /** A whole drawing as SVG text, made by the server. */
  svg: string
  label: string
  className?: string | undefined
}

/** A code to scan. Always dark on white, whatever the theme: cameras need it. */
export function QrCode({ svg, label, className = 'size-48' }: QrCodeProps) {
  return (
    <div
      role="img"
      aria-label={label}
      className={clsx('rounded-md border border-line bg-white p-3 [&>svg]:size-full', className)}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
