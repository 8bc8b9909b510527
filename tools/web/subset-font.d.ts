declare module 'subset-font' {
  /** A font with the letters of a text alone, and those that they are joined into. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'sfnt' | 'woff2' },
  ): Promise<Uint8Array>
}
