const paths = {
  play: 'M7 4.5v11l9-5.5z',
  pause: 'M7 4.5v11M13 4.5v11',
  sound: 'M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15.2 5.2a6.8 6.8 0 0 1 0 9.6',
  silent: 'M3 8v4h3l4 3.5v-11L6 8zM13 8l4.5 4.5M17.5 8 13 12.5',
  captions: 'M3 5.5h14v9H3zM8.5 9a1.6 1.6 0 1 0 0 2M14 9a1.6 1.6 0 1 0 0 2',
  fullscreen: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  smaller: 'M8 4v4H4M16 8h-4V4M12 16v-4h4M4 12h4v4',
  transcript: 'M4 5h12M4 8.5h12M4 12h12M4 15.5h7',
  warning: 'M10 3.2 18 16.8H2zM10 8v4M10 14.4v.1',
} as const

/** A sign of a player, drawn in the colour of the text beside it. */
export function PlayerIcon({ of, className = 'size-6' }: { of: keyof typeof paths; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={className}
    >
      <path d={paths[of]} />
    </svg>
  )
}
