ALTER TABLE "day_lists" ADD COLUMN "first_row" jsonb;--> statement-breakpoint
ALTER TABLE "day_lists" ADD COLUMN "has_header_row" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "day_lists" ADD COLUMN "repair" jsonb;--> statement-breakpoint
ALTER TABLE "day_lists" ADD COLUMN "is_repaired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_imports" ADD COLUMN "first_row" jsonb;--> statement-breakpoint
ALTER TABLE "patient_imports" ADD COLUMN "has_header_row" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "patient_imports" ADD COLUMN "repair" jsonb;--> statement-breakpoint
ALTER TABLE "patient_imports" ADD COLUMN "is_repaired" boolean DEFAULT false NOT NULL;