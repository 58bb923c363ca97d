"""Do twenty workers that spend the last of a day's budget at once pass it, and by how much?"""
