"""What a model is told and shown: prompts as files, data rendered inside a fence."""
