import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/modules/*/*-schema.ts',
    './server/platform/http/*-schema.ts',
    './server/platform/database/*-schema.ts',
  ],
  out: './server/migrations',
})
