ALTER TABLE "patients" ADD COLUMN "phone_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "other_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "other_phone_note" text DEFAULT '' NOT NULL;