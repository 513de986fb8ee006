"""What could not be looked at"""
