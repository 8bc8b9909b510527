ALTER TABLE "patient_import_rows" DROP CONSTRAINT "patient_import_rows_outcome";--> statement-breakpoint
ALTER TABLE "patient_import_rows" DROP CONSTRAINT "patient_import_rows_choice";--> statement-breakpoint
ALTER TABLE "patient_import_rows" ADD CONSTRAINT "patient_import_rows_outcome" CHECK (outcome in ('new', 'same', 'differs', 'held', 'unusable'));--> statement-breakpoint
ALTER TABLE "patient_import_rows" ADD CONSTRAINT "patient_import_rows_choice" CHECK (choice in ('skip', 'fill', 'update', 'create'));