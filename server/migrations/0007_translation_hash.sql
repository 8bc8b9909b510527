-- What the library shipped is told from what is there by its hash, without reading either.
ALTER TABLE "template_translations" ADD COLUMN "shipped_hash" text;
