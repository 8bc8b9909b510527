import { clsx } from 'clsx'

const titles = /^(dr|mr|mrs|ms|miss|mx|prof|professor|sir|dame)\.?$/i

/** First and last initial, without titles: 'Dr Amara N. Okafor' is 'AO'. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !titles.test(word))
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase('en-GB')
}

const sizeClass = { small: 'size-7 text-xs', medium: 'size-9 text-small', large: 'size-12 text-lead' }

type AvatarProps = { name: string; size?: keyof typeof sizeClass | undefined; className?: string | undefined }

/** A person's initials. Decoration: the name stands beside it. */
export function Avatar({ name, size = 'medium', className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-strong',
        sizeClass[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
